-- Clears the agreements of both addresses when either address changes: an agreement holds for one pair of addresses.
create or replace function auth.forget_email_change_agreement() returns trigger
language plpgsql volatile security invoker set search_path = '' as $$
begin
	new.email_change_current_agreed_at := null;
	new.email_change_new_agreed_at := null;
	return new;
end
$$;
