-- The operator's page shows beside each space when a member last signed in (db/functions/private/instance_sign_ins.sql).
grant select (last_sign_in_at) on auth.users to product_door;

-- A restore that an operator tries: when it began, and what it found.
alter table plaudit.backups
	add column check_started_at timestamptz,
	add column checked_files bigint,
	add column checked_tables int,
	add column checked_rows bigint;
