import { getJson, postForm } from '../../session/calls.ts';
import type { PasswordAnswer, StatusAnswer, UsernameCheckAnswer } from '../contract.ts';

export const getUsernames = () => getJson<{ usernames: string[] }>('/profile/user/generateUsernames/');

export const checkUsername = (username: string) =>
  postForm<UsernameCheckAnswer>('/ajax/usercheck.php', { username, do: 'registration-username', changeUsernameForm: '1' });

export const sendUsername = (username: string) => postForm<StatusAnswer>('/forums/changeUsername.php', { username });

/** Has the verification mail sent again. */
export const resendVerification = () => postForm<StatusAnswer>('/forums/register.php', { do: 'emailcode' });

export const sendPassword = (password: string, password_confirm: string) =>
  postForm<PasswordAnswer>('/forums/profile.php', { do: 'updatepassword', password, password_confirm });
