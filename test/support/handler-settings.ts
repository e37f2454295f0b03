const queue = 'https://sqs.eu-west-1.amazonaws.com/000000000000/';
/** What a function is told of its stage, for tests that reach no service. */
export const handlerSettings = {
  AWS_REGION: 'eu-west-1',
  TABLE_PREFIX: 'gateway-test-',
  EVENT_BUS_NAME: 'bus',
  TURNS_QUEUE_URL: `${queue}turns.fifo`,
  OUTBOUND_QUEUE_URL: `${queue}outbound.fifo`,
  CONTINUATIONS_QUEUE_URL: `${queue}continuations.fifo`,
  CHORES_QUEUE_URL: `${queue}chores`,
  RUNS_QUEUE_URL: `${queue}runs`,
  TENANT_SECRET_PREFIX: 'gateway-test-tenant/',
  ID_SECRET: 'a key of a test',
};
