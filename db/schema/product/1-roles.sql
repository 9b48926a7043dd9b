-- The role and the schema of the product, and what that role may do in tables of the platform.

-- Functions and views that must bypass row-level security belong to this role, which reaches only the tables granted to it.
-- No role can sign in as it or become it.
do $$
begin
	if not exists (select from pg_roles where rolname = 'product_door') then
		create role product_door nologin noinherit;
	end if;
	if (select not rolbypassrls from pg_roles where rolname = 'product_door') then
		alter role product_door bypassrls;
	end if;
exception
	-- Another database of the same server is migrated at the same time and created it.
	when duplicate_object or unique_violation then null;
end
$$;

-- Functions and tables that no API exposes.
create schema private;
grant usage on schema private to anon, authenticated, service_role, product_door;

-- The functions that identify the caller.
grant usage on schema public, auth, storage, plaudit to product_door;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email(), storage.foldername(text) to product_door;
-- A second factor must be used before any data is visible (private.has_shown_factors).
grant select (user_id, status) on auth.mfa_factors to product_door;
-- The account page: sessions, a change of address that is cancelled, and deletion.
grant select, delete on auth.sessions, auth.one_time_tokens to product_door;
grant select (id), update (email_change, email_change_sent_at, updated_at), delete on auth.users to product_door;
grant insert on auth.audit_log_entries to product_door;
-- Files of submissions, and of what is deleted.
grant select, insert, delete on storage.objects to product_door;
-- Mails and deliveries; failed jobs are deleted after a month.
grant select, insert, delete on plaudit.jobs to product_door;
