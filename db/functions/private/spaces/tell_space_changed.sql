-- Notifies every node that something of a space changed, so that caches drop it. A submission that is not public sends no notice, nor
-- does the progress of a recording, which only members and its submitter see.
create or replace function private.tell_space_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
begin
	if tg_table_name = 'media' and tg_op = 'UPDATE' then
		if old.state = 'processing' and new.state = 'processing' and new.replaces is not distinct from old.replaces then
			return null;
		end if;
	end if;
	perform private.notify_space(space);
	return null;
end
$$;
