-- Queues a sample of the mails about new testimonials to the caller's own address; at most five an hour.
create or replace function public.send_test_notification(space_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	me uuid := auth.uid();
begin
	if $1 is null or $1 <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may ask for its mails.';
	end if;
	if not exists (select from auth.users u where u.id = me and u.email is not null and u.email_confirmed_at is not null) then
		raise exception using errcode = '22023', message = 'Your account has no confirmed address.',
			hint = 'Add an address under Account, and confirm it.';
	end if;
	if not private.take_address_budget(sha256(convert_to('test notifications of ' || me, 'UTF8')), 5) then
		raise exception using errcode = '22023', message = 'Five sample mails an hour are enough. Try again later.';
	end if;
	insert into private.notification_mails (space_id, user_id, kind) values ($1, me, 'test');
end
$$;

grant execute on function public.send_test_notification(uuid) to authenticated;
