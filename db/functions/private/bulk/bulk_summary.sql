-- Sums over what a filter matches, for the screen before a bulk action: {total, actions, ratings, sources, consents, languages, mails, walls}. `mails` are the
-- submitters who would hear of their first publication; `walls` are names of published walls that choose by rules.
create or replace function private.bulk_summary(space uuid, filter jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	summary jsonb;
begin
	if space is null or space <> all (private.spaces_as('viewer')) then
		raise exception using errcode = 'P0002', message = 'There is no such space.';
	elsif space <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may change its testimonials.';
	end if;
	with m as materialized (
		select t.status, t.withdrawn_at, coalesce(t.rating::text, 'none') as rating, t.source, coalesce(t.live_scope, 'private') as consent,
			split_part(t.locale, '-', 1) as language, t.live_scope in ('public', 'anonymous') and t.withdrawn_at is null and exists (
				select from private.receipts r join public.testimonial_contacts c
					on c.space_id = space and c.testimonial_id = r.testimonial_id and c.mails_stopped_at is null
				where r.testimonial_id = t.id and r.published_at is null) as is_mailed
		from private.matching_testimonials(space, filter) x (id) join public.testimonials t on t.space_id = space and t.id = x.id
	)
	select jsonb_build_object(
		'total', (select count(*) from m),
		'actions', (select jsonb_object_agg(a.action, (select count(*) from m
				where m.withdrawn_at is null and private.decided_status(a.action, m.status) is not null))
			from unnest(array['approve', 'reject', 'archive', 'restore']) a (action)),
		'ratings', (select coalesce(jsonb_object_agg(g.rating, g.n), '{}') from (select m.rating, count(*) as n from m group by 1) g),
		'sources', (select coalesce(jsonb_object_agg(g.source, g.n), '{}') from (select m.source, count(*) as n from m group by 1) g),
		'consents', (select coalesce(jsonb_object_agg(g.consent, g.n), '{}') from (select m.consent, count(*) as n from m group by 1) g),
		'languages', (select coalesce(jsonb_object_agg(g.language, g.n), '{}') from (select m.language, count(*) as n from m group by 1) g),
		'mails', (select count(*) from m where m.is_mailed),
		'walls', (select coalesce(jsonb_agg(w.name order by w.name), '[]') from public.walls w
			where w.space_id = space and w.is_published and coalesce(w.selection -> 'ids', '[]') = '[]'))
	into summary;
	return summary;
end
$$;

grant execute on function private.bulk_summary(uuid, jsonb) to authenticated;
