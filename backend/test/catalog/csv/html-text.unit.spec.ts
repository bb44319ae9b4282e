import { htmlToText, textToHtml } from '../../../src/catalog/csv/html-text.js';

test.each([
  ['<p>Vải mềm &amp; mát.</p><ul><li>Cotton</li></ul>', 'Vải mềm & mát.\n• Cotton'],
  ['&Aacute;o thun c&aacute; t&iacute;nh &ndash; &#7843;', 'Áo thun cá tính – ả'],
  ['<tr><td>S</td><td>60 kg</td></tr>', 'S 60 kg'],
  ['<a href="x>y">Xem</a><!-- ẩn --><style>p {}</style>', 'Xem'],
  ['Giá < 200.000\n3 > 2', 'Giá < 200.000\n3 > 2'],
  ['Dòng một\r\n  Dòng hai', 'Dòng một\nDòng hai'],
])('%j reads as %j', (html, text) => expect(htmlToText(html)).toBe(text));

test.each(['a < b', '<pre>x</pre>', '• a\n• b', '  a  b\n\n\nc', '&amp; &#65;', 'a\r\nb', '<p'])(
  '%j comes back from HTML as it was',
  (text) => expect(htmlToText(textToHtml(text))).toBe(text),
);
