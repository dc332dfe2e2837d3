import { getJson, postForm } from '../../session/calls.ts';
import { checkUsernameCall } from '../contracts/check-username.ts';
import { passwordCall } from '../contracts/password.ts';
import { resendVerificationCall } from '../contracts/resend-verification.ts';
import { usernameCall } from '../contracts/username.ts';
import { usernamesCall } from '../contracts/usernames.ts';

export const getUsernames = () => getJson(usernamesCall, {});

export const checkUsername = (username: string) => postForm(checkUsernameCall, { username, changeUsernameForm: '1' });

export const sendUsername = (username: string) => postForm(usernameCall, { username });

/** Requests another verification mail. */
export const resendVerification = () => postForm(resendVerificationCall, {});

export const sendPassword = (password: string, password_confirm: string) => postForm(passwordCall, { password, password_confirm });
