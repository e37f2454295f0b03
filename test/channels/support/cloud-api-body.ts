/** A webhook body of the Cloud API with one change a number. */
export function cloudApiBody(values: Readonly<Record<string, object>>): Record<string, unknown> {
  const changes = Object.entries(values).map(([phoneNumberId, value]) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
      ...value,
    },
  }));
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] };
}

/** A text message as it stands in `messages`. */
export function textMessage(id: string, body: string, from = '16315551181'): Record<string, unknown> {
  return { from, id: `wamid.${id}`, timestamp: '1767225600', type: 'text', text: { body } };
}
