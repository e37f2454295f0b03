/** Expressions of all sorts, over variables of a shop. */
export const thirtyExpressions = [
  ...['1 + 1', 'tries * 2.5', '7 % 2', 'tries > 1 && shop == "Lamps"', '!(tries == 2)', 'tries in [1, 2]'],
  ...['shop + " and more"', '"You said " + tries', 'size(shop)', 'shop.upperAscii()', 'shop.contains("am")'],
  ...['order.status', 'order.items[0]', 'order.items[9]', 'order.none', 'order == null', 'has(order.status)'],
  ...[
    'order.items.map(i, i + "!")',
    'order.items.filter(i, i.startsWith("Da"))',
    'order.items.exists(i, i == "Dusk")',
  ],
  ...['join(order.items, ", ")', 'replace(order_id, "1", "2")', 'int(order_id) + 1', 'format(1234.5, 2)'],
  ...[
    'matches(order_id, "^[0-9]+$")',
    'message.user.firstName',
    'message.metadata.page',
    '{"a": [1]}',
    'error',
  ],
  ...['addDays("2025-01-31", tries)', 'tries > 1 ? "many" : "few"', 'weekdayOf("2025-01-31")'],
];
