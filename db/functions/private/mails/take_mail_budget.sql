-- Takes one mail to a submitter from the hourly limit of a space. Anyone may create a space and type any address into its form, so
-- a space sends `most` of these mails an hour, and all spaces of one account five times as many; null is no limit.
create or replace function private.take_mail_budget(space uuid, most int) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
	maker uuid;
begin
	select m.user_id into maker from private.made_spaces m where m.space_id = space;
	return most is null
		or private.take_address_budget(uuid_send(space) || sha256('mails'), most)
			and (maker is null or private.take_address_budget(sha256(convert_to('mails of all of ' || maker, 'UTF8')), 5 * most));
end
$$;
