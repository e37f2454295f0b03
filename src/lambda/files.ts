import { createFiles } from './create-files.ts';

/** Entry of the function that moves people's files. @see design 14 */
export const handler = createFiles(process.env);
