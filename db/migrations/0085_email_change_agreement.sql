-- When the present and the new address agreed to a change of address. Only a token that was made for an address speaks for it;
-- that no token of the other side is open says nothing, because an administrator makes the links one by one.
alter table auth.users
	add column email_change_current_agreed_at timestamptz,
	add column email_change_new_agreed_at timestamptz;

create function auth.forget_email_change_agreement() returns trigger
language plpgsql volatile security invoker set search_path = '' as $$
begin
	new.email_change_current_agreed_at := null;
	new.email_change_new_agreed_at := null;
	return new;
end
$$;
-- An agreement holds for one pair of addresses.
create trigger forget_email_change_agreement before update of email, email_change on auth.users
	for each row
	when (old.email is distinct from new.email or old.email_change is distinct from new.email_change)
	execute function auth.forget_email_change_agreement();
