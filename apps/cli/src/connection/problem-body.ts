/** The error envelope of the services, as far as the command line shows it. */
export interface ProblemBody {
  code?: string;
  detail?: string;
  errors?: { detail: string; pointer?: string; parameter?: string }[];
}
