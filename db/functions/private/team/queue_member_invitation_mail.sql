-- Queues the mail of an invitation. Anyone may create a space and type any address, so mails are limited by the hour: for the
-- space, for all spaces of the account that created it (five times as many), and to three for one mailbox.
create or replace function private.queue_member_invitation_mail(invitation public.member_invitations) returns void
language plpgsql volatile set search_path = '' as $$
declare
	most int := (select l.most from private.limits l where l.name = 'member_mails_per_space');
	maker uuid := (select m.user_id from private.made_spaces m where m.space_id = invitation.space_id);
begin
	if most is not null then
		if not private.take_address_budget(sha256(convert_to('member mails to ' || private.mailbox_of(invitation.email), 'UTF8')), 3) then
			raise exception using errcode = 'P0001', hint = 'too_many_mails',
				message = 'This address got three invitations within this hour. Wait an hour, or copy the link.';
		end if;
		if not private.take_address_budget(uuid_send(invitation.space_id) || sha256('member mails'), most)
			or (maker is not null
				and not private.take_address_budget(sha256(convert_to('member mails of all of ' || maker, 'UTF8')), 5 * most))
		then
			raise exception using errcode = 'P0001', hint = 'too_many_mails',
				message = format('A space sends up to %s invitations to its team in an hour. Wait an hour, then send this one.', most);
		end if;
	end if;
	-- The id of the mail is its Message-ID, the same at every attempt.
	insert into plaudit.jobs (kind, payload)
	values ('member_invitation_mail', jsonb_build_object('invitation_id', invitation.id, 'mail_id', gen_random_uuid()));
end
$$;
