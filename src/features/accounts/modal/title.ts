/** Id of the heading that names the modal where it has no tabs. */
export const TITLE_ID = 'account-modal-title';
