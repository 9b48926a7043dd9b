-- Counts the further invitations that may wait in the queue of a space: as many as it may send in seven days, and for all spaces of the account that
-- made it five times as many. Null without a limit.
create or replace function private.invitation_queue_capacity(space uuid) returns bigint
language sql stable set search_path = '' as $$
	select greatest(0, least(
		7 * l.most - (select count(*) from private.invitation_mails m where m.space_id = $1 and m.sent_at is null and m.kind = 'invitation'),
		35 * l.most - (
			select count(*) from private.made_spaces mine
			join private.made_spaces other on other.user_id = mine.user_id
			join private.invitation_mails m on m.space_id = other.space_id and m.sent_at is null and m.kind = 'invitation'
			where mine.space_id = $1)))
	from private.limits l where l.name = 'invitations_daily' and l.most is not null
$$;
