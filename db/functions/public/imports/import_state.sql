-- Counts the testimonials that an undo of an import would delete: {present, approved, replied, undo_until}.
create or replace function public.import_state(import_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'present', count(t.id), 'approved', count(t.id) filter (where t.status = 'approved'),
		'replied', count(t.id) filter (where exists (select from public.replies p where p.space_id = t.space_id and p.testimonial_id = t.id)),
		'undo_until', max(i.undo_until))
	from public.imports i
	left join public.import_rows r on r.space_id = i.space_id and r.import_id = i.id and r.outcome = 'added'
	left join public.testimonials t on t.space_id = r.space_id and t.id = r.testimonial_id
	where i.id = $1 and i.space_id = any (private.spaces_as('viewer'))
$$;

grant execute on function public.import_state(uuid) to authenticated;
