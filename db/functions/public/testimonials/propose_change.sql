-- An editor proposes other words for a testimonial. Its submitter answers by the private link (private.answer_proposal); until then nothing changes. The
-- stars cannot be proposed. Returns the id of the proposal; 23505 while another one waits.
create or replace function public.propose_change(testimonial_id uuid, body text, note text default '') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	t public.testimonials;
	words text := btrim(normalize(replace(coalesce($2, ''), E'\r\n', E'\n'), NFC), E' \n\t');
	said text := btrim(normalize(replace(coalesce($3, ''), E'\r\n', E'\n'), NFC), E' \n\t');
	proposal uuid;
begin
	-- Locked first, as the history is a chain.
	select x.* into t from public.testimonials x
	where x.id = $1 and x.space_id = any (private.spaces_as('editor')) for no key update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may propose a change.';
	end if;
	if not exists (select from private.receipts r where r.testimonial_id = t.id) then
		raise exception using errcode = '22023', message = 'It did not come by a form, so nobody has a private link to answer by.';
	end if;
	if t.withdrawn_at is not null or t.spam_state <> 'clean' or t.status not in ('pending', 'approved') or t.body = '' then
		raise exception using errcode = '22023', message = 'Only the words of a pending or published testimonial can be changed.';
	end if;
	if words = '' or char_length(words) > greatest(5000, char_length(t.body)) or words ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A text has 1 to 5,000 characters and no control characters.', column = 'body';
	end if;
	if words = t.body then
		raise exception using errcode = '22023', message = 'These are the words as they are.', column = 'body';
	end if;
	if char_length(said) > 500 or said ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A note has at most 500 characters and no control characters.', column = 'note';
	end if;
	if (select count(*) from public.proposals p
		where p.space_id = t.space_id and p.testimonial_id = t.id and p.created_at > now() - interval '1 day') >= 5
	then
		raise exception using errcode = '22023', message = 'Five changes were proposed to this person in one day. Try again tomorrow.';
	end if;
	insert into public.proposals (space_id, testimonial_id, version, body, note, created_by)
	values (t.space_id, t.id, t.version, words, said, auth.uid()) returning id into proposal;
	perform private.add_event(t.space_id, t.id, 'proposed', private.actor(), jsonb_build_object('proposal', proposal),
		'words', private.words_text(words, t.rating, t.title));
	-- A mistaken proposal is cancelled within seconds, so the mail waits for some.
	insert into plaudit.jobs (kind, payload, run_at)
	values ('proposal_mail', jsonb_build_object('proposal_id', proposal), now() + interval '20 seconds');
	-- Screens follow the testimonial itself, so it is updated.
	update public.testimonials set version = version where id = t.id;
	return proposal;
exception when unique_violation then
	raise exception using errcode = '23505', message = 'A change is proposed already. Cancel it first.';
end
$$;

grant execute on function public.propose_change(uuid, text, text) to authenticated;
