/**
 * Has the buttons of cards name their deal to screen readers, whose lists of buttons would otherwise have "Vote up" and "Save" dozens of times. In the
 * browser, because three more times each title would be half a kilobyte of a page as it is sent.
 * @param within what holds cards whose buttons are not named yet
 */
export function nameCardButtons(within: ParentNode): void {
  for (const card of within.querySelectorAll('.deal-card'))
    for (const button of card.querySelectorAll('form button'))
      // eslint-disable-next-line @typescript-eslint/restrict-plus-operands -- each has a label, and this weighs least
      button.ariaLabel += `: ${card.querySelector('a')?.textContent}`;
}
