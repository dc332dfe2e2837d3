/**
 * Has the buttons of cards name their deal to screen readers, whose lists of buttons would otherwise have "Vote up" and "Save" dozens of times. In the
 * browser, because three more times each title would be half a kilobyte of a page as it is sent.
 * @param within what holds cards whose buttons are not named yet
 */
export function nameCardButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll('.deal-card form button'))
    button.ariaLabel = [button.ariaLabel, button.closest('.deal-card')?.querySelector('a')?.textContent].join(': ');
}
