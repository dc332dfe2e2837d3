import { FAILED } from '../session/messages.ts';

/** Texts of the spec (§4, §5, §8), and this site's own where the spec has none. */
export const MESSAGES = {
  email: 'Please enter a valid email address',
  identifier: 'Please enter your email address or username',
  password: 'Please enter a password',
  passwordHelp: 'Use 8 or more characters',
  passwordLong: 'Use at most 128 characters',
  passwordCommon: 'This password is too common. Please choose another one.',
  confirmation: 'Must match the password',
  alreadyMember: 'Looks like you already have an account.',
  alreadyMemberNoTabs: "Looks like you already have an account. Click 'Log In' to proceed.",
  wrongLogIn: 'Wrong password, or no such account.',
  failed: FAILED,
  resetRequestFailed: 'Something went wrong. Please try again.',
  resetFailed: 'Password reset failed',
  magicLinkFailed: 'Unable to request magic link. Please try again later',
  unexpected: 'An unexpected error occurred. Try again later',
  somethingWrong: 'Something went wrong...',
  usernameFailed: 'Something went wrong.',
  usernameFree: 'Yay! This username is available.',
  usernameTaken: 'This username is taken. Please choose another one.',
  usernameRule: 'Use 3 to 20 letters, digits, dots, hyphens and underscores.',
  cookiesBlocked: 'Your browser blocks cookies from this site, and you cannot be logged in without one. Allow them, and try again.',
  network: 'A network error occurred. Please try again.',
  manyFailed: 'Too many wrong passwords. Log in with a link by email, or reset your password.',
  disagreed: 'You can sign up if you accept the terms and are 13 or older.',
  captcha: 'We could not confirm that you are human. Please try again.',
  logInAgain: 'For your safety, please log in again first.',
  wrongPassword: 'This is not your current password.',
  linkUsedUp: 'This link has expired or was already used. Please ask for a new one.',
  manyTries: 'Too many tries. Please wait a few minutes.',
  /** From one network. */
  manyMails: 'Too many emails were requested. Please wait a few minutes.',
  /** To one address. */
  mailedOften: 'Too many emails were requested. Please wait an hour.',
} as const;
