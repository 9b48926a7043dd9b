-- Notes what a statement changed in the counts of invitations by state. A change of nothing that is counted notes nothing.
create or replace function private.count_invitations() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		insert into private.part_changes (space_id, part, key, number)
		select n.space_id, 'i', private.invitation_state_key(n.state), count(*) from new_rows n group by 1, 3;
	elsif tg_op = 'DELETE' then
		insert into private.part_changes (space_id, part, key, number)
		select o.space_id, 'i', private.invitation_state_key(o.state), -count(*) from old_rows o group by 1, 3;
	else
		insert into private.part_changes (space_id, part, key, number)
		select r.space_id, 'i', private.invitation_state_key(r.state), sum(r.number)
		from (
			select n.space_id, n.state, 1 as number from new_rows n
			union all
			select o.space_id, o.state, -1 from old_rows o
		) r group by 1, 3 having sum(r.number) <> 0;
	end if;
	return null;
end
$$;
