import { LIMITS } from '@cairn/contract/api/common'
import type { Profile } from '@cairn/contract/api/users'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useUpdateProfile } from '../../data/profileMutations.ts'
import { nameProblem } from '../../lib/accountRules.ts'
import { messageOf } from '../../lib/api.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'

/** The draft of the form. */
export const PROFILE_DRAFT = 'profile'
interface ProfileDraft {
  name: string
  organization: string
}

/** Edits name and organization. The email address is changed in the security settings. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { register, handleSubmit, formState, setError, clearErrors, setValue, watch } = useForm({
    defaultValues: { name: profile.name, organization: profile.organization ?? '' },
  })
  const { errors, dirtyFields, isDirty } = formState
  useEffect(() => {
    const kept = readDraft<ProfileDraft>(PROFILE_DRAFT)
    if (kept) for (const field of ['name', 'organization'] as const) setValue(field, kept[field], { shouldDirty: true })
    const { unsubscribe } = watch(({ name = '', organization = '' }) =>
      keepDraft(PROFILE_DRAFT, { name, organization }),
    )
    return unsubscribe
  }, [setValue, watch])
  const close = () => {
    keepDraft(PROFILE_DRAFT, null)
    onDone()
  }
  useEffect(() => {
    setUnsaved('profile', isDirty)
    return () => setUnsaved('profile', false)
  }, [isDirty])
  const update = useUpdateProfile()

  const submit = handleSubmit(async ({ name, organization }) => {
    try {
      // Another tab may have changed the other field.
      await update.mutateAsync({
        ...(dirtyFields.name && { name: name.trim() }),
        ...(dirtyFields.organization && { organization: organization.trim() }),
      })
      toast.success('Profile updated successfully')
      close()
    } catch (error) {
      setError('root', { message: messageOf(error, 'Failed to update profile') })
    }
  })
  return (
    <form
      onSubmit={submit}
      onChange={() => clearErrors('root')}
      // Escape keeps what was typed as a draft.
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && !update.isPending && onDone()}
      noValidate
      className="flex flex-col gap-4"
    >
      {errors.root?.message && <Notice look="error">{errors.root.message}</Notice>}
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoFocus
          autoComplete="name"
          maxLength={LIMITS.name}
          {...register('name', { validate: (name) => nameProblem(name) ?? true })}
        />
      </Field>
      <Field label="Organization" optional>
        <TextInput autoComplete="organization" maxLength={LIMITS.organization} {...register('organization')} />
      </Field>
      <Field label="Email" hint="Change it under Security Settings.">
        <TextInput type="email" readOnly value={profile.email} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2 max-sm:[&>*]:flex-1">
        <Button onClick={close} disabled={update.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}
