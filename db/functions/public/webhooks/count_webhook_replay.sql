-- Counts what sending a span again would send, {all, undelivered, all_gone, undelivered_gone}: those that are gone are left out, as their words were
-- withdrawn or erased, or no chat is told of possible spam. Editors, and keys of editors that read testimonials.
create or replace function public.count_webhook_replay(id uuid, since timestamptz, until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	w public.webhooks;
begin
	select x.* into w from public.webhooks x where x.id = id and x.space_id = any (private.spaces_for('editor', 'testimonials:read'));
	if not found then
		raise exception using errcode = '42501', message = 'Only editors of a space may do this with its webhooks.';
	end if;
	return (
		select jsonb_build_object('all', count(*) filter (where not c.is_gone), 'undelivered', count(*) filter (where c.is_undelivered and not c.is_gone),
			'all_gone', count(*) filter (where c.is_gone), 'undelivered_gone', count(*) filter (where c.is_undelivered and c.is_gone))
		from (
			select d.state not in ('delivered', 'skipped') as is_undelivered,
				d.event in ('testimonial.created', 'testimonial.updated', 'testimonial.approved', 'testimonial.unpublished')
				and not exists (select from public.testimonials t where t.space_id = d.space_id and t.id = d.testimonial_id
					and t.withdrawn_at is null and (w.kind = 'standard' or t.spam_state = 'clean')) as is_gone
			from private.deliveries_to_replay(w.space_id, w.id, since, until, false) d
		) c
	);
end
$$;

grant execute on function public.count_webhook_replay(uuid, timestamptz, timestamptz) to authenticated;
