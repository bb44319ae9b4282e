import { AddressInput, SavedAddress } from '../accounts/addresses.js';
import { AdminUser, AdminUserRights, AdminUserUpdate } from '../accounts/admin-users.js';
import { Avatar, CloseAccount, Me, PasswordChange, ProfileUpdate } from '../accounts/profile.js';
import {
  Credentials,
  PasswordReset,
  PasswordResetRequest,
  Providers,
  RefreshRequest,
  Registered,
  Registration,
  Session,
  SignedIn,
  Tokens,
} from '../accounts/auth.js';
import { Newsletter } from '../accounts/newsletter.js';
import { Detail, ErrorBody } from '../common.js';
import { TEXTS } from '../rules.js';
import {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from '../accounts/two-factor.js';
import { example } from './example.js';

const TOKENS = {
  access: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.access.signature',
  refresh: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.refresh.signature',
} satisfies Tokens;

const PASSWORD = 'mat-khau-cua-toi';

const ADDRESS = {
  receiver: 'Nguyễn Thị Lan',
  phone: '0912345678',
  address: '12 Lý Thường Kiệt',
  ward: 'Phường Hoàn Kiếm',
  city: 'Hà Nội',
  postalCode: '100000',
  country: 'Việt Nam',
  isDefault: true,
};

/** Examples of signing in, and of accounts. */
export const ACCOUNT_EXAMPLES = [
  example(ErrorBody, {
    detail: 'Email không hợp lệ',
    error: 'Email không hợp lệ',
    email: ['Email không hợp lệ'],
  }),
  example(Detail, { detail: TEXTS.paid }),
  example(Credentials, { username: 'lan', password: PASSWORD }),
  example(Tokens, TOKENS),
  example(SignedIn, { ...TOKENS, isAdmin: false }),
  example(RefreshRequest, { refresh: TOKENS.refresh }),
  example(Providers, { google: true, facebook: false }),
  example(Registration, { username: 'lan', email: 'lan@example.com', password: PASSWORD, re_password: PASSWORD }),
  example(Registered, { id: 7, username: 'lan', email: 'lan@example.com' }),
  example(Me, {
    id: 7,
    username: 'lan',
    email: 'lan@example.com',
    isAdmin: false,
    first_name: 'Lan',
    last_name: 'Nguyễn Thị',
    phone: '0912345678',
    gender: 'female',
    birth_date: '1995-04-30',
    address: '12 Lý Thường Kiệt, Hà Nội',
    avatar: null,
  }),
  example(ProfileUpdate, { first_name: 'Lan', phone: '0912345678', birth_date: '1995-04-30' }),
  example(Avatar, { avatar: '/media/3a9d1c7e5b2f40688d6e4b1f29c7a053/160.webp' }),
  example(PasswordChange, { current_password: PASSWORD, password: 'mat-khau-moi' }),
  example(PasswordResetRequest, { email: 'lan@example.com' }),
  example(PasswordReset, { uid: '7', token: 'Zk8w2mQx', new_password: 'mat-khau-moi' }),
  example(CloseAccount, { current_password: PASSWORD }),
  example(AddressInput, ADDRESS),
  example(SavedAddress, { id: 3, ...ADDRESS }),
  example(Session, {
    id: '6f1d2c3b-8a4e-4f5d-9b7c-0e1a2d3c4b5f',
    device: 'Chrome trên Windows',
    network: '203.0.113.*',
    created_at: '2026-01-20T02:10:00.000Z',
    last_used_at: '2026-01-31T09:00:00.000Z',
    is_current: true,
  }),
  example(TwoFactor, { is_on: true, is_required: false, recovery_codes_left: 10 }),
  example(TwoFactorSecret, {
    secret: 'JBSWY3DPEHPK3PXP',
    otpauth_url: 'otpauth://totp/MAY:lan?secret=JBSWY3DPEHPK3PXP&issuer=MAY',
  }),
  example(TwoFactorConfirm, { otp: '123456', current_password: PASSWORD }),
  example(TwoFactorOff, { otp: '123456', current_password: PASSWORD }),
  example(RecoveryCodes, { recovery_codes: ['7K3QD-0XW9R', 'M4T8B-2HZN6'] }),
  example(TwoFactorPolicy, { is_required: true }),
  example(TwoFactorPolicyUpdate, { is_required: true, current_password: PASSWORD }),
  example(AdminUser, {
    id: 7,
    username: 'lan',
    email: 'lan@example.com',
    first_name: 'Lan',
    last_name: 'Nguyễn Thị',
    is_active: true,
    is_staff: false,
    date_joined: '2026-01-02T04:00:00.000Z',
  }),
  example(AdminUserUpdate, { username: 'lan', email: 'lan.moi@example.com', current_password: PASSWORD }),
  example(AdminUserRights, { is_staff: true, current_password: PASSWORD }),
  example(Newsletter, { email: 'lan@example.com' }),
];
