-- Takes up to `wanted` mails from the budgets of a space: the number taken, and from when there is more if it is less.
create or replace function private.take_invitation_budget(space uuid, wanted int, out granted int, out more_at timestamptz)
language plpgsql volatile set search_path = '' as $$
begin
	insert into private.space_budgets (space_id, key, hour, used)
	select private.key_space(l.key), private.key_hash(l.key), l.since, 0 from private.invitation_limits(space) l order by 1, 2, 3
	on conflict do nothing;
	perform from private.space_budgets b
	where (b.space_id, b.key, b.hour) in (select private.key_space(l.key), private.key_hash(l.key), l.since from private.invitation_limits(space) l)
	order by b.space_id, b.key, b.hour for update;
	select coalesce(greatest(0, least(wanted, min(l.most - b.used))), wanted), max(l.until) filter (where l.most - b.used < wanted)
	into granted, more_at
	from private.invitation_limits(space) l
	join private.space_budgets b on b.space_id = private.key_space(l.key) and b.key = private.key_hash(l.key) and b.hour = l.since;
	update private.space_budgets b set used = b.used + granted
	from private.invitation_limits(space) l
	where b.space_id = private.key_space(l.key) and b.key = private.key_hash(l.key) and b.hour = l.since and granted > 0;
end
$$;
