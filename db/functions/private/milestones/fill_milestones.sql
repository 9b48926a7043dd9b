-- Ticks the steps of a space that its rows show, at the time of the first of them: for spaces from before the guide was kept here, and
-- for archives of them. Times that are known stay, but none is in the future. Of many submissions and invitations it reads a thousand.
create or replace function private.fill_milestones(space uuid) returns void
language sql volatile set search_path = '' as $$
	update public.spaces s set milestones = (
		select jsonb_object_agg(step.name, (
			select least(k.at, now()) from (values (coalesce((s.milestones ->> step.name)::timestamptz, step.at))) k (at) where k.at is not null))
		from (values
			('form', (select min(f.created_at) from public.forms f where f.space_id = $1)),
			('shared', least(
				(select min(i.sent_at) from (select o.sent_at from public.invitations o
					where o.space_id = $1 and o.sent_at is not null limit 1000) i),
				(select min(t.submitted_at) from public.forms f cross join lateral (
					select o.submitted_at from public.testimonials o where o.form_id = f.id and o.source = 'form' limit 1000) t
					where f.space_id = $1))),
			-- The date of an imported one may be years before the space.
			('first', (select greatest(t.at, s.created_at) from (select min(o.submitted_at) as at from public.testimonials o
				where o.space_id = $1) t where t.at is not null)),
			('wall', least(
				(select min(w.updated_at) from public.walls w where w.space_id = $1 and w.is_published and w.version > 1),
				(select min(e.seen_at) from public.wall_embeds e where e.space_id = $1))),
			('embedded', (select min(e.seen_at) from public.wall_embeds e where e.space_id = $1))
		) step (name, at)
	)
	where s.id = $1
$$;
