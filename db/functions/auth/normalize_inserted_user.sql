-- Seed files write an empty text where this schema has null, and null where it has a default.
create or replace function auth.normalize_inserted_user() returns trigger
language plpgsql volatile security invoker set search_path = '' as $$
begin
	new.email := lower(nullif(new.email, ''));
	new.phone := nullif(new.phone, '');
	new.email_change := nullif(new.email_change, '');
	new.phone_change := nullif(new.phone_change, '');
	new.encrypted_password := nullif(new.encrypted_password, '');
	new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
	new.role := coalesce(nullif(new.role, ''), 'authenticated');
	new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
	new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
	new.created_at := coalesce(new.created_at, now());
	new.updated_at := coalesce(new.updated_at, now());
	-- An operator who writes a confirmed address vouches for it, as an administrator does with email_confirm.
	new.email_proven := new.email_confirmed_at is not null;
	return new;
end
$$;
