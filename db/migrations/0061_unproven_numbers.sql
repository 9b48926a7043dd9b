-- SMS_AUTOCONFIRM confirms a number without a code. The first person who proves it owns the account (src/platform/auth/flows/verify/verify-token.ts).
alter table auth.users add column phone_unproven boolean not null default false;
