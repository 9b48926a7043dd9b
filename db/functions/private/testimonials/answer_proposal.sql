-- The submitter accepts or refuses a proposal. Accepted words are a new version, which is decided already: the owner wrote it. Both versions are kept.
-- Outcomes: answered (again by the same answer, too), not_found, closed.
create or replace function private.answer_proposal(token_hash bytea, proposal uuid, accepts boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
	t public.testimonials;
	p public.proposals;
	answer text := case when $3 then 'accepted' else 'refused' end;
begin
	-- Locked first: of two answers at once, or an answer and a cancellation, the second finds a proposal that is closed.
	select x.* into t from private.find_receipt($1) r join public.testimonials x on x.space_id = r.space_id and x.id = r.testimonial_id
	for no key update of x;
	if not found then
		return 'not_found';
	end if;
	select x.* into p from public.proposals x where x.space_id = t.space_id and x.testimonial_id = t.id and x.id = $2;
	if p.state is distinct from 'waiting' or p.version <> t.version then
		return case when p.state = answer then 'answered' else 'closed' end;
	end if;
	update public.proposals x set state = answer, answered_at = now() where x.id = p.id;
	if $3 then
		insert into public.testimonial_versions (space_id, testimonial_id, version, title, body, rating, author_name, author_title,
			author_company, author_url, excerpt_start, excerpt_end)
		values (t.space_id, t.id, t.version, t.title, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url,
			t.excerpt_start, t.excerpt_end);
		perform set_config('plaudit.accepted_proposal', p.id::text, true);
		update public.testimonials x set body = p.body, version = x.version + 1, excerpt_start = null, excerpt_end = null where x.id = t.id;
		perform set_config('plaudit.accepted_proposal', '', true);
	else
		perform private.add_event(t.space_id, t.id, 'proposal_refused', private.actor(), jsonb_build_object('proposal', p.id));
		update public.testimonials x set version = x.version where x.id = t.id;
	end if;
	insert into private.notification_events (space_id, testimonial_id, kind, for_member)
	select t.space_id, t.id, answer, p.created_by where p.created_by is not null;
	return 'answered';
end
$$;

grant execute on function private.answer_proposal(bytea, uuid, boolean) to anon;
