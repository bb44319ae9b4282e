// @ts-check
import { COMMON_PASSWORDS } from './common-password-list.js';

/** Passwords that Vietnamese shoppers and administrators choose, which international lists hardly contain. */
const VIETNAMESE = `
matkhau matkhau1 matkhau12 matkhau123 matkhau1234 matkhau12345 matkhau123456 matkhau@123 matkhau@1234 matkhau@123456
matkhaumoi matkhaucuatoi khongcomatkhau khongbiet khongnho quenmatkhau anhyeuem anhyeuem1 anhyeuem123 anhyeuemnhieu
anhyeuemnhieulam emyeuanh emyeuanh123 emyeuanhnhieu anhnhoem emnhoanh yeuemnhieu yeuanhnhieu tinhyeu tinhyeu123
toiyeuem toiyeuban toiyeuvietnam yeuthuong yeumaimai yeunhau ilovemom iloveyou123 iloveyou123456 iloveyou1314 conyeume
conyeubome boyeume giadinh giadinh123 giadinhtoi hanhphuc vietnam1 vietnam123 vietnam1234 vietnam123456 vietnamvodich
vietnamquehuong saigon123 hanoi123 hanoi1000 danang123 haiphong saigon saigondep tphcm123 hochiminh nguyenvan
nguyenthi nguyenvana nguyenvananh xinchao xinchao123 chaoban chaobuoisang khongco1 bimat123 bimatcuatoi matma123
congchua hoangtu concacon conheocon meocon123 chodien matnhoanh ngocanh123 tuananh tuananh123 minhanh123 thanhcong
maimaiyeuem maimaiyeuanh motminhanh chiminhem abc123456789 a123456 a1234567 a12345678 a123456789 aa123456 aa123456789
qwe123456 zxc123456 abc@123 abc@1234 abc@12345 abc@123456 123456a@ 123456aa 1234567a 12345678a 123456789a 123456789aa
123456abc 123456abcd 123abc456 12345abc 1234abcd 123456789z 0123456789 01234567890 0123456789a 0987654321 09876543210
0912345678 0987654321a 123123123123 1234512345 123456123456 12345678912345 1234567890123 qwerty123456789 asdasdasd
khachhang khachhang123 khach123 quantri quantri123 quantri1234 quantri123456 quantrivien quantrivien1 quantrivien123
nhanvien nhanvien123 cuahang cuahang123 cuahang123456 shopthoitrang thoitrang thoitrang123 maymac123 quanaodep
admin123 admin1234 admin12345 admin123456 admin1234567 admin12345678 admin123456789 admin1234567890 admin@123
admin@1234 admin@12345 admin@123456 admin@123456789 adminadmin adminadmin1 adminadmin123 admin123admin administrator
administrator1 administrator12 administrator123 administrator@123 password@123 password@1234 password@123456
password12345 password123456 password123456789 passw0rd1234 p@ssw0rd1234 p@ssw0rd12345 p@ssw0rd123456 p@ssword123456
p@ssw0rd@123 welcome@123 welcome@1234 welcome12345 welcome123456 changeme123 changeme1234 changemenow changethispassword
changemeplease choose-a-password chooseapassword
`;

/** A word repeated at least once. */
const REPEATED = /^(.+?)\1+$/;

/** The maximum length to check: the expression above takes quadratic time. */
const LONGEST = 128;

/** @type {Set<string> | undefined} made when first needed: most processes never do */
let words;

/**
 * Returns whether a password is one that attackers try first: on the list, or only a short or listed word repeated
 * (`abcabcabcabc`, `matkhaumatkhau`).
 *
 * @param {string} password as it was typed; upper and lower case count as the same
 * @returns {boolean}
 */
export function isCommonPassword(password) {
  words ??= new Set(`${COMMON_PASSWORDS} ${VIETNAMESE}`.trim().split(/\s+/));
  const lower = password.toLowerCase();
  if (words.has(lower)) return true;
  if (lower.length > LONGEST) return false;
  const unit = REPEATED.exec(lower)?.[1];
  return unit !== undefined && (unit.length <= 4 || words.has(unit));
}
