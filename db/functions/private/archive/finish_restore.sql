-- Checks what the constraints of single rows do not, writes what triggers would have derived, and records the restore. Returns the number of
-- testimonials that were left out because they were erased here. `tombstones` is the number of those in the archive.
create or replace function private.finish_restore(space uuid, tombstones int, detail jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	problem text;
	erased int := 0;
begin
	set constraints all immediate;
	-- References without the space in their key, and paths of files, could lead to what belongs to others.
	select x.problem into problem from (
		select 'testimonials: form_id' from public.testimonials t where t.space_id = space and t.form_id is not null
			and not exists (select from public.forms f where f.space_id = space and f.id = t.form_id)
		union all
		-- Copies of what consents and media say, of which a wrong one would publish what no one agreed to.
		select 'testimonials: live_scope' from public.testimonials t where t.space_id = space and t.live_scope is distinct from
			(select c.scope from private.consents c where c.space_id = space and c.testimonial_id = t.id and c.revoked_at is null)
		union all
		select 'testimonials: media_ready' from public.testimonials t where t.space_id = space and t.media_ready and exists
			(select from public.media m where m.space_id = space and m.testimonial_id = t.id and m.replaces is null and m.state <> 'ready')
		union all
		select 'testimonial_answers: question_id' from public.testimonial_answers a where a.space_id = space and a.question_id is not null
			and not exists (select from public.form_questions q where q.space_id = space and q.id = a.question_id)
		union all
		select 'captions: media_id' from public.captions c where c.space_id = space
			and not exists (select from public.media m where m.space_id = space and m.testimonial_id = c.testimonial_id and m.id = c.media_id)
		union all
		select 'media: path' from public.media m where m.space_id = space and exists (
			select from unnest(array[m.path, m.poster_path, m.original_path, m.captions_path]) p
			where not starts_with(p, format('%s/%s/', space, m.testimonial_id)))
		union all
		select 'testimonials: author_avatar_path' from public.testimonials t
			where t.space_id = space and not starts_with(t.author_avatar_path, format('%s/%s/', space, t.id))
		union all
		select 'spaces: brand' from public.spaces s where s.id = space
			and exists (select from unnest(array[s.brand ->> 'logo_path', s.brand ->> 'font_path', s.brand ->> 'favicon_path']) p where not starts_with(p, space || '/'))
		union all
		select format('%s: slug "%s"', x.kind, x.slug) from (
			select 'forms' as kind, f.slug from public.forms f where f.space_id = space
			union all select 'walls', w.slug from public.walls w where w.space_id = space
			union all select 'form_slugs', s.slug from private.form_slugs s where s.space_id = space
		) x where private.slug_problem(x.slug) is not null
		union all
		select format('form_slugs: "%s" is missing', f.slug) from public.forms f
			where f.space_id = space and not exists (select from private.form_slugs s where s.slug = f.slug and s.form_id = f.id)
	) x (problem) limit 1;
	if problem is not null then
		raise exception using errcode = '23514', message = problem;
	end if;

	-- An archive does not bring back what was erased here after it was made.
	-- Each salt needs a hash of every id, so this is done only when there are other tombstones than those of the archive.
	if (select count(*) from private.tombstones s where s.space_id = space) > tombstones then
		delete from public.testimonials t using private.tombstones s
		where t.space_id = space and s.space_id = space and s.id_hash = sha256(s.salt || convert_to(t.id::text, 'UTF8'));
		get diagnostics erased = row_count;
	end if;

	insert into private.shown_items (space_id, testimonial_id, item)
	select s.space_id, s.id, private.wall_item(s) from private.shown_testimonials s where s.space_id = space;
	-- Restored consents repeat their wordings until the job has been there.
	insert into private.unshared_wordings (space_id) values (space) on conflict do nothing;
	-- Mails that waited are left to the installation that queued them.
	update public.invitations i set state = 'failed', failure = 'It waited to be sent when the archive was made. Invite this customer again.'
	where i.space_id = space and i.state = 'queued';
	-- An archive from before the guide was kept on the server has no steps. Kept ones are as they were, and none is in the future.
	if (select s.milestones ->> 'form' from public.spaces s where s.id = space) is null then
		perform private.fill_milestones(space);
	else
		update public.spaces s set milestones = (
			select jsonb_object_agg(m.key, case when m.value::timestamptz > now() then to_jsonb(now()) else to_jsonb(m.value) end)
			from jsonb_each_text(s.milestones) m)
		where s.id = space and exists (select from jsonb_each_text(s.milestones) m where m.value::timestamptz > now());
	end if;
	insert into plaudit.jobs (kind, payload)
	select 'process_recording', jsonb_build_object('space_id', m.space_id, 'media_id', m.id)
	from public.media m where m.space_id = space and m.state = 'processing' and m.original_path is not null;
	perform private.add_space_event(space, 'archive_imported', null, detail || jsonb_build_object('erased', erased));
	perform private.notify_space(space);
	return erased;
end
$$;

grant execute on function private.finish_restore(uuid, int, jsonb) to service_role;
