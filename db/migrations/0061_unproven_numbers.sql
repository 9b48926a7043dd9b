-- SMS_AUTOCONFIRM confirms a number without a code. Whoever proves it first owns the account (src/platform/auth/flows/verify/verify-token.ts).
alter table auth.users add column phone_unproven boolean not null default false;
