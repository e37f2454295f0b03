/** Says of a role that its function tells of turns; the value is the stage's prefix. */
export const publisherTag = 'messaging-gateway:publisher';
