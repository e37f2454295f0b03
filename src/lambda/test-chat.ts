import { createTestChat } from './create-test-chat.ts';

/** Entry of the function behind the routes of test links. */
export const handler = createTestChat(process.env);
