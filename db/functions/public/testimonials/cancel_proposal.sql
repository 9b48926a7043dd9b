-- An editor takes back a proposal. Returns its state: `cancelled`, or what the submitter answered before.
create or replace function public.cancel_proposal(proposal_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	p public.proposals;
begin
	select x.* into p from public.proposals x where x.id = $1 and x.space_id = any (private.spaces_as('editor'));
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may cancel a proposal.';
	end if;
	-- The testimonial is locked before the proposal, as by the submitter's answer.
	perform from public.testimonials t where t.space_id = p.space_id and t.id = p.testimonial_id for no key update;
	update public.proposals x set state = 'cancelled', answered_at = now() where x.id = $1 and x.state = 'waiting';
	if not found then
		return (select x.state from public.proposals x where x.id = $1);
	end if;
	perform private.add_event(p.space_id, p.testimonial_id, 'proposal_cancelled', private.actor(), jsonb_build_object('proposal', p.id));
	update public.testimonials set version = version where space_id = p.space_id and id = p.testimonial_id;
	return 'cancelled';
end
$$;

grant execute on function public.cancel_proposal(uuid) to authenticated;
