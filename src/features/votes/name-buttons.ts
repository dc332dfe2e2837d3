/** A button of a card, each of which has a label. */
type Labelled = HTMLElement & { ariaLabel: string };

/**
 * Has the buttons of cards name their deal to screen readers, whose lists of buttons would otherwise have "Vote up" and "Save" dozens of times. In the
 * browser, because three more times each title would be half a kilobyte of a page as it is sent.
 * @param within what holds cards whose buttons are not named yet
 */
export function nameCardButtons(within: ParentNode): void {
  for (const card of within.querySelectorAll('.deal-card'))
    for (const button of card.querySelectorAll<Labelled>('form button')) button.ariaLabel += `: ${card.querySelector('a')?.textContent}`;
}
