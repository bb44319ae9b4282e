import { DEMO_PASSWORDS } from '../../platform/config/config.js';

/** A demo shopper. Only the first one can sign in. */
export interface DemoShopper {
  username: string;
  last_name: string;
  first_name: string;
  gender: 'male' | 'female';
  /** Height in cm and weight in kg, which some of them mention when they review a size. */
  build: readonly [number, number];
  city: string;
  street: string;
  postal_code: string;
}

const shopper = (
  username: string,
  [last_name, first_name]: readonly [string, string],
  gender: DemoShopper['gender'],
  build: readonly [number, number],
  [street, city, postal_code]: readonly [string, string, string],
): DemoShopper => ({ username, last_name, first_name, gender, build, city, street, postal_code });

/** Password of the demo shopper `khach`. */
export const DEMO_PASSWORD = DEMO_PASSWORDS.khach;

/** Her deposit before her first purchase from the wallet, in đồng. */
export const DEMO_DEPOSIT = 5_000_000;

export const SHOPPERS: readonly DemoShopper[] = [
  shopper(
    'khach',
    ['Nguyễn Thị', 'Khách'],
    'female',
    [160, 52],
    ['12 Phan Đình Phùng, phường Ba Đình', 'Hà Nội', '11100'],
  ),
  shopper('thuha.le', ['Lê', 'Thu Hà'], 'female', [158, 49], ['45 Láng Hạ, phường Đống Đa', 'Hà Nội', '11500']),
  shopper(
    'minhquan92',
    ['Trần', 'Minh Quân'],
    'male',
    [173, 68],
    ['210 Nguyễn Trãi, phường Thanh Xuân', 'Hà Nội', '11400'],
  ),
  shopper(
    'bichngoc',
    ['Phạm', 'Bích Ngọc'],
    'female',
    [155, 46],
    ['88 Trần Hưng Đạo, phường Hải Châu', 'Đà Nẵng', '50200'],
  ),
  shopper('anhtu.hoang', ['Hoàng', 'Anh Tú'], 'male', [168, 62], ['5 Hùng Vương, phường Thuận Hóa', 'Huế', '49000']),
  shopper(
    'linhdan',
    ['Võ', 'Linh Đan'],
    'female',
    [163, 54],
    ['73 Lê Văn Sỹ, phường Nhiêu Lộc', 'TP. Hồ Chí Minh', '72400'],
  ),
  shopper(
    'quocbao.dn',
    ['Đặng', 'Quốc Bảo'],
    'male',
    [176, 74],
    ['19 Nguyễn Văn Linh, phường Thanh Khê', 'Đà Nẵng', '50300'],
  ),
  shopper(
    'mai.phuong',
    ['Bùi', 'Mai Phương'],
    'female',
    [161, 58],
    ['301 Cách Mạng Tháng Tám, phường Hòa Hưng', 'TP. Hồ Chí Minh', '72500'],
  ),
  shopper(
    'hieu_ngo',
    ['Ngô', 'Trung Hiếu'],
    'male',
    [170, 65],
    ['27 Lạch Tray, phường Ngô Quyền', 'Hải Phòng', '04100'],
  ),
  shopper('thaovy', ['Dương', 'Thảo Vy'], 'female', [152, 44], ['14 Mậu Thân, phường Ninh Kiều', 'Cần Thơ', '94100']),
  shopper(
    'kimoanh',
    ['Hồ', 'Kim Oanh'],
    'female',
    [156, 60],
    ['62 Quang Trung, phường Gò Vấp', 'TP. Hồ Chí Minh', '71400'],
  ),
  shopper('ducmanh', ['Đỗ', 'Đức Mạnh'], 'male', [180, 82], ['9 Phố Huế, phường Hai Bà Trưng', 'Hà Nội', '11600']),
  shopper('hongnhung', ['Lý', 'Hồng Nhung'], 'female', [165, 55], ['118 Yersin, phường Xuân Hương', 'Đà Lạt', '66100']),
  shopper(
    'tuankiet',
    ['Phan', 'Tuấn Kiệt'],
    'male',
    [172, 70],
    ['40 Võ Thị Sáu, phường Trấn Biên', 'Đồng Nai', '76100'],
  ),
  shopper(
    'ngocanh.vu',
    ['Vũ', 'Ngọc Anh'],
    'female',
    [159, 51],
    ['7 Trần Phú, phường Nha Trang', 'Khánh Hòa', '57100'],
  ),
  shopper('haiyen', ['Trịnh', 'Hải Yến'], 'female', [162, 57], ['33 Lê Lợi, phường Hạc Thành', 'Thanh Hóa', '40100']),
  shopper(
    'longnguyen',
    ['Nguyễn', 'Hoàng Long'],
    'male',
    [175, 72],
    ['156 Điện Biên Phủ, phường Gia Định', 'TP. Hồ Chí Minh', '72300'],
  ),
  shopper(
    'camtu',
    ['Huỳnh', 'Cẩm Tú'],
    'female',
    [154, 48],
    ['21 Trương Định, phường Đông Xuyên', 'An Giang', '90100'],
  ),
  shopper('baochau', ['Tạ', 'Bảo Châu'], 'female', [167, 59], ['50 Nguyễn Chí Thanh, phường Láng', 'Hà Nội', '11500']),
  shopper(
    'giahuy',
    ['Mai', 'Gia Huy'],
    'male',
    [169, 60],
    ['84 Đinh Tiên Hoàng, phường Vinh Hưng', 'Nghệ An', '43100'],
  ),
  shopper('thanhtam', ['Cao', 'Thanh Tâm'], 'female', [157, 63], ['17 Bà Triệu, phường Lào Cai', 'Lào Cai', '31100']),
  shopper(
    'vietanh',
    ['Lương', 'Việt Anh'],
    'male',
    [178, 76],
    ['66 Trần Quang Khải, phường Nam Định', 'Ninh Bình', '07100'],
  ),
  shopper(
    'dieulinh',
    ['Đinh', 'Diệu Linh'],
    'female',
    [160, 50],
    ['29 Nguyễn Huệ, phường Sài Gòn', 'TP. Hồ Chí Minh', '71000'],
  ),
  shopper(
    'phuonguyen',
    ['Châu', 'Phương Uyên'],
    'female',
    [164, 53],
    ['11 Hoàng Diệu, phường Vũng Tàu', 'TP. Hồ Chí Minh', '78200'],
  ),
  shopper(
    'khoa.tran',
    ['Trần', 'Đăng Khoa'],
    'male',
    [171, 66],
    ['95 Phạm Văn Đồng, phường Pleiku', 'Gia Lai', '61100'],
  ),
  shopper(
    'tuyetmai',
    ['Lâm', 'Tuyết Mai'],
    'female',
    [153, 55],
    ['38 Hai Bà Trưng, phường Buôn Ma Thuột', 'Đắk Lắk', '63100'],
  ),
];
