/** The Cloud API's limits. @see its references "Text messages", "Reply buttons messages", "List messages" */
export const cloudApiLimits = {
  textChars: 4096,
  captionChars: 1024,
  buttons: { count: 3, titleChars: 20, valueChars: 256, refusesSpaces: true, bodyChars: 1024 },
  list: { count: 10, titleChars: 24, valueChars: 200, refusesSpaces: true, bodyChars: 4096 },
  descriptionChars: 72,
} as const;
