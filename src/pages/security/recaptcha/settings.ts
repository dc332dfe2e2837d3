import { answerCaptchaSettings } from '../../../features/accounts/sign-in/captcha-check.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerCaptchaSettings);
