-- Appends to the history of a testimonial what an insert or update changed.
create or replace function private.record_testimonial() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	who text := private.actor();
	proposal text;
	-- private.approve_verified names the basis of an approval without a member.
	basis text := nullif(current_setting('plaudit.approved_basis', true), '');
	-- private.run_bulk_piece names how many are changed with this one.
	others int := nullif(current_setting('plaudit.bulk_total', true), '')::int - 1;
begin
	if tg_op = 'INSERT' then
		perform private.add_event(new.space_id, new.id, case new.source when 'form' then 'submitted' else 'added' end, who, '{}',
			'words', private.words_text(new.body, new.rating, new.title),
			private.author_text(new.author_name, new.author_title, new.author_company, new.author_url));
		return null;
	end if;
	if new.status is distinct from old.status then
		perform private.add_event(new.space_id, new.id,
			case when new.status = 'pending' and old.status = 'rejected' then 'restored' else new.status end,
			case when basis is null then who else 'system' end,
			jsonb_strip_nulls(jsonb_build_object('from', old.status, 'basis', basis, 'others', others)));
	end if;
	if (new.excerpt_start, new.excerpt_end, new.shows_title) is distinct from (old.excerpt_start, old.excerpt_end, old.shows_title) then
		perform private.add_event(new.space_id, new.id, 'excerpted', who,
			jsonb_build_object('start', new.excerpt_start, 'end', new.excerpt_end)
				|| case when new.shows_title then '{}' else '{"title": false}'::jsonb end);
	end if;
	if new.version is distinct from old.version then
		-- private.answer_proposal names an accepted proposal.
		proposal := nullif(current_setting('plaudit.accepted_proposal', true), '');
		perform private.add_event(new.space_id, new.id, case when proposal is null then 'edited' else 'proposal_accepted' end, who,
			jsonb_strip_nulls(jsonb_build_object('version', new.version, 'proposal', proposal)),
			'words', private.words_text(new.body, new.rating, new.title),
			private.author_text(new.author_name, new.author_title, new.author_company, new.author_url));
	end if;
	if new.withdrawn_at is distinct from old.withdrawn_at then
		perform private.add_event(new.space_id, new.id,
			case when new.withdrawn_at is null then 'returned' else 'withdrawn' end, who, '{}');
	end if;
	return null;
end
$$;
