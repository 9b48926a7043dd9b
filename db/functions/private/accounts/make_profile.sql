-- Creates the profile of a new user, with the username and full name given at sign-up.
create or replace function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into public.profiles (id, username, full_name)
	values (
		new.id,
		lower(nullif(btrim(new.raw_user_meta_data ->> 'username'), '')),
		nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), '')
	);
	return new;
end
$$;
