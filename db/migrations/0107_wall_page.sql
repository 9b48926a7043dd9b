-- One page of what a wall's rules choose: ids alone, in the order of publication, read along an index. The rows behind
-- the ids are read through public_testimonials like everything public; here the same conditions only find the page.

create function private.wall_page(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, without uuid[],
	back boolean, at_pinned boolean, at_time timestamptz, at_id uuid, most int
) returns table (testimonial_id uuid)
language plpgsql stable security definer set search_path = '' rows 51 as $$
begin
	if back then
		return query
		select found.id from (
			(select t.id, t.is_pinned, t.approved_at from public.testimonials t
			where t.space_id = space and t.status = 'approved' and t.spam_state = 'clean' and t.withdrawn_at is null
				and t.live_scope in ('public', 'anonymous') and t.media_ready
				and (t.is_pinned, t.approved_at, t.id) > (at_pinned, at_time, at_id)
				and private.wall_takes(t, kinds, forms, tags, since, without)
			order by t.is_pinned, t.approved_at, t.id limit most)
			union all
			(select t.id, t.is_pinned, t.approved_at from public.testimonials t
			where t.space_id = space and t.status = 'pending' and t.approved_version is not null
				and t.spam_state = 'clean' and t.withdrawn_at is null
				and t.live_scope in ('public', 'anonymous') and t.media_ready
				and (t.is_pinned, t.approved_at, t.id) > (at_pinned, at_time, at_id)
				and private.wall_takes(t, kinds, forms, tags, since, without)
			order by t.is_pinned, t.approved_at, t.id limit most)
		) found order by found.is_pinned, found.approved_at, found.id limit most;
	else
		return query
		select found.id from (
			(select t.id, t.is_pinned, t.approved_at from public.testimonials t
			where t.space_id = space and t.status = 'approved' and t.spam_state = 'clean' and t.withdrawn_at is null
				and t.live_scope in ('public', 'anonymous') and t.media_ready
				and (t.is_pinned, t.approved_at, t.id) < (at_pinned, at_time, at_id)
				and private.wall_takes(t, kinds, forms, tags, since, without)
			order by t.is_pinned desc, t.approved_at desc, t.id desc limit most)
			union all
			(select t.id, t.is_pinned, t.approved_at from public.testimonials t
			where t.space_id = space and t.status = 'pending' and t.approved_version is not null
				and t.spam_state = 'clean' and t.withdrawn_at is null
				and t.live_scope in ('public', 'anonymous') and t.media_ready
				and (t.is_pinned, t.approved_at, t.id) < (at_pinned, at_time, at_id)
				and private.wall_takes(t, kinds, forms, tags, since, without)
			order by t.is_pinned desc, t.approved_at desc, t.id desc limit most)
		) found order by found.is_pinned desc, found.approved_at desc, found.id desc limit most;
	end if;
end
$$;

-- Whether the rules choose it. Written to be inlined: no security definer, no settings.
create function private.wall_takes(
	t public.testimonials, kinds text[], forms uuid[], tags uuid[], since date, without uuid[]
) returns boolean language sql stable as $$
	select (kinds is null or t.kind = any (kinds))
		and (forms is null or t.form_id = any (forms))
		and (since is null or t.submitted_at >= since)
		and (without is null or t.id <> all (without))
		and (tags is null or exists (
			select from public.testimonial_tags tt
			where tt.space_id = t.space_id and tt.testimonial_id = t.id and tt.tag_id = any (tags)))
$$;
alter function private.wall_takes(public.testimonials, text[], uuid[], uuid[], date, uuid[]) owner to product_door;
alter function private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	owner to product_door;
grant execute on function
	private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	to anon, authenticated, service_role;
