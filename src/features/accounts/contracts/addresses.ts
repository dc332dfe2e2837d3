/** Addresses of several calls (spec §7): `do` says which, or the field that is sent. */
export const LOGIN = '/forums/login.php';
export const REGISTER = '/forums/register.php';
export const USER_CHECK = '/ajax/usercheck.php';
