-- Allows the transitions of moderation: pending to approved or rejected, approved to archived and back, rejected to pending,
-- approved to pending (an approval undone). A new version by the submitter goes back to pending from any status.
create or replace function private.check_moderation() returns trigger
language plpgsql set search_path = '' as $$
begin
	if (new.live_scope, new.media_ready) is distinct from (old.live_scope, old.media_ready) and current_user <> 'product_door' then
		raise exception using errcode = '42501', message = 'Consents and media say what may be shown.';
	end if;
	if new.version = old.version
		and (new.title, new.body, new.rating, new.author_name, new.kind)
			is distinct from (old.title, old.body, old.rating, old.author_name, old.kind)
	then
		raise exception using errcode = '42501', message = 'The words, the stars and the name of a testimonial are its submitter''s.',
			hint = 'A submitter''s edit makes a new version.';
	end if;
	if new.status is distinct from old.status and new.version = old.version then
		if (old.status, new.status) not in (
			('pending', 'approved'), ('pending', 'rejected'), ('approved', 'archived'),
			('archived', 'approved'), ('rejected', 'pending'), ('approved', 'pending')
		) then
			raise exception using errcode = '22023',
				message = format('A testimonial cannot go from %s to %s.', old.status, new.status),
				hint = case old.status when 'rejected' then 'Restore it to pending first.' else 'Approve it first.' end;
		end if;
		if new.status = 'approved' then
			new.approved_at := now();
			new.approved_version := null;
			-- The decision of a member outweighs the spam filter.
			if new.spam_state = old.spam_state then
				new.spam_state := 'clean';
			end if;
		elsif new.status in ('rejected', 'archived') then
			new.approved_version := null;
		end if;
	end if;
	return new;
end
$$;
