import { defineMeaning } from './meaning.js';

const gender = defineMeaning('gender');
const material = defineMeaning('material');
const occasion = defineMeaning('occasion');

/** Genders and age groups. */
export const GENDERS = [
  gender(
    'nam',
    'nam, con trai, đàn ông, men, mens, male, nam giới, quý ông, phái mạnh, bạn trai, chồng, bố, cho anh, cho chồng, cho bố, cho ba, cho cha, cho ông, anh trai, nam tính, cho con trai, tặng ba, tặng anh, đấng mày râu, boy, ông xã, cho nam, chú rể, for men, for him',
  ),
  gender(
    'nu',
    'nữ, con gái, phụ nữ, women, womens, female, lady, ladies, phái đẹp, phái nữ, bạn gái, vợ, mẹ, cho chị, cho mẹ, cho má, cho bà, cho vợ, chị gái, em gái, chị em, nữ tính, bà xã, girl, cho con gái, nàng, tặng chị, tặng má, tặng bà, quý cô, quý bà, cho nữ, nữ giới, cô dâu, for women, for her',
  ),
  gender(
    'unisex',
    'unisex, nam nữ, nữ nam, cặp đôi, đồ đôi, couple, cả nam và nữ, cả nam lẫn nữ, nam và nữ, nam lẫn nữ, nam hoặc nữ, tình nhân, cặp tình nhân, đôi tình nhân',
  ),
  gender(
    'tre-em',
    'trẻ em, em bé, cho bé, kids, kid, trẻ con, thiếu nhi, bé trai, bé gái, cho con, cho trẻ, áo bé, quần bé',
  ),
];

/** Materials. */
export const MATERIALS = [
  material('cotton', 'cotton, vải bông, cotton compact, cottong, coton'),
  material('thun', 'thun, vải thun, thun lạnh, thun gân'),
  material('jean', 'jean, denim, vải bò, vải jean'),
  material('kaki', 'kaki, khaki, ka ki, vải kaki'),
  material('dui', 'đũi, linen, vải đũi, lanh, vải lanh, vải linen, đũi linen'),
  material('lua', 'lụa, tơ tằm, satin, sa tanh, silk, vải lụa, phi lụa, lụa satin, phi bóng, lụa tơ tằm, tơ lụa, gấm'),
  material('voan', 'voan, chiffon, vải voan, voan tơ, tơ voan'),
  material('to', 'tơ, organza, tơ óng, tơ sống'),
  material('ren', 'ren, lace, vải ren'),
  material('len', 'len, vải len, len lông cừu, dệt kim, len tăm, wool'),
  material('ni', 'nỉ, vải nỉ, nỉ bông, nỉ cotton'),
  material('da-vai', 'dạ, vải dạ'),
  material('da', 'da, leather, da cá sấu'),
  material('da-bo', 'da bò, da thật, da bò thật, da thuộc, da nappa', { broader: 'da' }),
  material('da-tong-hop', 'da tổng hợp, giả da, simili, da pu, pu, da lộn, da bóng, da mềm', { broader: 'da' }),
  material('nhung', 'nhung, vải nhung, nhung tăm, velvet'),
  material('kate', 'kate, vải kate, cát tê'),
  material('du', 'dù, vải dù'),
  material('gio', 'vải gió, gió, chắn gió, cản gió'),
  material('canvas', 'canvas, vải canvas, vải bố'),
  material('eva', 'eva, nhựa eva, nhựa'),
  material('polyester', 'polyester, poly, polyeste'),
  material('bamboo', 'bamboo, sợi tre, vải tre'),
  material('tuyet-mua', 'tuyết mưa, vải tuyết mưa, tuytsi, tuýt si'),
  material('tweed', 'tweed, vải tweed, dạ tweed'),
  material('luoi', 'lưới, vải lưới'),
  material('cao-su', 'cao su'),
  material('long', 'lông cừu, lông thú, lông vũ'),
];

/** Occasions. */
export const OCCASIONS = [
  occasion('cong-so', 'công sở, văn phòng, đi làm, office, phỏng vấn, đi phỏng vấn, đi dạy, đi họp, dân văn phòng'),
  occasion(
    'du-tiec',
    'dự tiệc, đi tiệc, tiệc, tiệc cưới, dạ hội, dạ tiệc, đám cưới, đi đám cưới, đi ăn cưới, ăn cưới, đi cưới, tiệc tùng, party, prom, wedding, ăn tiệc, đi ăn tiệc, sự kiện, đi sự kiện, tất niên, tiệc sinh nhật',
  ),
  occasion('cuoi', 'cưới, cô dâu, chú rể, ăn hỏi'),
  occasion(
    'di-choi',
    'đi chơi, dạo phố, đi phố, xuống phố, hẹn hò, dạo chơi, đi dạo, cafe cuối tuần, đi chơi cuối tuần, cuối tuần, đi cafe, đi cà phê, đi date, đi hẹn hò',
  ),
  occasion('di-bien', 'đi biển, biển, tắm biển'),
  occasion('du-lich', 'du lịch, dã ngoại, đi phượt, phượt, leo núi, trekking'),
  occasion('mac-nha', 'mặc nhà, mặc ở nhà, ở nhà, mặc trong nhà'),
  occasion('trong-nha', 'đi trong nhà, mang trong nhà, trong nhà, đi trong văn phòng'),
  occasion('ngu', 'đi ngủ, mặc ngủ'),
  occasion('gym', 'tập gym, gym, tập luyện, phòng gym, đi tập, tập thể dục'),
  occasion('yoga', 'yoga, tập yoga'),
  occasion('the-thao', 'thể thao, sport, sports, chơi thể thao, đá bóng, đá banh, bóng đá, active'),
  occasion('chay-bo', 'chạy bộ, running, chạy', { broader: 'the-thao' }),
  occasion('tennis', 'tennis, pickleball, pickle ball, cầu lông, golf', { broader: 'the-thao' }),
  occasion('di-hoc', 'đi học, học sinh, sinh viên, nữ sinh, nam sinh, đồng phục học sinh'),
  occasion('di-chua', 'đi chùa, pháp phục, đi lễ, phật tử, phật giáo, đi lễ chùa'),
  occasion('tet', 'tết, mặc tết, du xuân'),
  occasion(
    'mua-he',
    'mùa hè, hè, mát mùa hè, hè nóng, mùa hè nóng, trời nóng, nắng nóng, ngày nóng, mùa nóng, nóng nực, ngày hè',
  ),
  occasion(
    'mua-dong',
    'mùa đông, thu đông, đông, giữ ấm, mùa lạnh, trời lạnh, ngày lạnh, se lạnh, chống lạnh, chống rét, trời rét, mùa rét, ngày đông, thời tiết lạnh, đi đà lạt, đi sapa, đi sa pa',
  ),
  occasion('chong-nang', 'chống nắng, che nắng, chống tia uv'),
  occasion('bau', 'bầu, bà bầu, mẹ bầu'),
  occasion('trung-nien', 'trung niên, người lớn tuổi, người già, u40, u50'),
  occasion('ky-yeu', 'kỷ yếu, tốt nghiệp, chụp ảnh'),
  occasion('bao-ho', 'bảo hộ, bảo hộ lao động, lao động'),
];
