/** The account page (spec §2, Popups). */
export const SETTINGS = '/forums/profile.php?do=accountsettings';
