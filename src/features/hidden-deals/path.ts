/** The page of the deals that one hides. */
export const HIDDEN_DEALS = '/hidden-deals';
