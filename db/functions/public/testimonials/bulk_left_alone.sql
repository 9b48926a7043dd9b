-- The testimonials that a bulk action or its undo left alone, at most 100, each with its newest history entry: what happened and who did it.
create or replace function public.bulk_left_alone(bulk_id uuid)
returns table (testimonial_id uuid, author_name text, body text, status text, kind text, actor text)
language sql stable security definer set search_path = '' as $$
	select t.id, t.author_name, left(t.body, 200), t.status, e.kind, e.actor
	from public.bulk_jobs b
	join private.bulk_items i on i.space_id = b.space_id and i.bulk_id = b.id and i.outcome in ('left_alone', 'kept')
	join public.testimonials t on t.space_id = i.space_id and t.id = i.testimonial_id
	left join lateral (select e.kind, e.actor from public.testimonial_events e
		where e.space_id = t.space_id and e.testimonial_id = t.id order by e.seq desc limit 1) e on true
	where b.id = $1 and b.space_id = any (private.spaces_as('viewer'))
	order by t.submitted_at desc, t.id limit 100
$$;

grant execute on function public.bulk_left_alone(uuid) to authenticated;
