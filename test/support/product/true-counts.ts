/** The counts of a space ($1) that rows give, in the form of `shownCounts`. */
export const trueCounts = `
	select (select coalesce(jsonb_object_agg(k, n), '{}') from (
			select concat_ws('/', t.status, t.spam_state, t.kind, t.is_pinned, t.withdrawn_at is not null) as k, count(*) as n
			from public.testimonials t where t.space_id = $1 group by 1) x) as states,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select tag_id::text as k, count(*) as n from public.testimonial_tags where space_id = $1 group by 1) x) as tags,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select md5(state)::uuid::text as k, count(*) as n from public.invitations where space_id = $1 group by 1) x) as invitations,
		(select count(*)::int from public.consents where space_id = $1 and wording = $2 and scope <> 'private') as agreed,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select concat_ws('/', 'sends', (t.submitted_at at time zone 'UTC')::date, t.form_id) as k, count(*) as n from public.testimonials t
			where t.space_id = $1 and t.source = 'form' and t.form_id is not null and t.spam_state <> 'spam' group by 1
			union all
			select concat_ws('/', 'approved', (t.approved_at at time zone 'UTC')::date, t.form_id), count(*) from public.testimonials t
			where t.space_id = $1 and t.status = 'approved' and t.approved_at is not null group by 1) x) as days,
		(select jsonb_build_array(count(*), count(*) filter (where s.kind = 'text'), count(*) filter (where s.rating = 5))
			from private.shown_testimonials s where s.space_id = $1) as shown`

/** The same as members are shown it, read by the owner of the database. */
export const shownCounts = `
	select (select coalesce(jsonb_object_agg(k, n), '{}') from (
			select concat_ws('/', p.status, p.spam_state, p.kind, p.is_pinned, p.is_withdrawn) as k, sum(c.number) as n
			from private.counted_testimonials($1) c, private.state_parts(c.state) p group by 1 having sum(c.number) <> 0) x) as states,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select c.key::text as k, sum(c.number) as n from private.counted_parts($1, 't') c group by 1 having sum(c.number) <> 0) x) as tags,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select c.key::text as k, sum(c.number) as n from private.counted_parts($1, 'i') c group by 1 having sum(c.number) <> 0) x) as invitations,
		(select coalesce(sum(c.number), 0)::int from private.counted_parts($1, 'c') c
			where c.key = private.wording_key(private.hash_text($2))) as agreed,
		(select coalesce(jsonb_object_agg(k, n), '{}') from (
			select concat_ws('/', 'sends', d.day, nullif(d.form_id, '00000000-0000-0000-0000-000000000000')) as k, sum(d.sends) as n from (
				select day, form_id, sends from private.daily_counts where space_id = $1
				union all
				select submitted_on, form_id, number from private.count_changes where space_id = $1 and private.is_send(state, form_id)) d
			group by 1 having sum(d.sends) <> 0
			union all
			select concat_ws('/', 'approved', d.day, nullif(d.form_id, '00000000-0000-0000-0000-000000000000')), sum(d.approved) from (
				select day, form_id, approved from private.daily_counts where space_id = $1
				union all
				select approved_on, form_id, number from private.count_changes where space_id = $1 and approved_on is not null) d
			group by 1 having sum(d.approved) <> 0) x) as days,
		(select jsonb_build_array(w.published, w.chosen, w.five)
			from private.wall_counts($1, array['text'], null, null, null, '{}', false) w) as shown`
