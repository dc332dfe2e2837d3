/** `npm run site -- COMMAND`: the editors' command line. */
import { keepFilesPrivate } from '../server/private-folder.ts';
import { obey } from './obey.ts';

keepFilesPrivate();
process.exitCode = await obey(process.argv.slice(2));
