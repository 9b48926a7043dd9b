-- The budgets that a mail of a space takes from: the space's own of an hour and of a day (UTC), and five times as much for all spaces
-- of the account that made it. No rows without limits.
create or replace function private.invitation_limits(space uuid, out key bytea, out since timestamptz, out until timestamptz, out most int)
returns setof record language sql stable set search_path = '' as $$
	select o.prefix || sha256(convert_to(format('invitations of one %s of %s', p.name, o.owner), 'UTF8')), p.since, p.since + p.length,
		l.most * o.factor
	from (values ('hour', date_trunc('hour', now()), interval '1 hour'), ('day', date_trunc('day', now()), interval '1 day'))
		p (name, since, length)
	join private.limits l on l.name = case p.name when 'hour' then 'invitations_hourly' else 'invitations_daily' end and l.most is not null
	cross join (
		select $1, 1, uuid_send($1)
		union all select m.user_id, 5, '' from private.made_spaces m where m.space_id = $1
	) o (owner, factor, prefix)
$$;
