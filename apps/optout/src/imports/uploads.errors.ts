import { permissionDenied } from '#http';

/** One answer for a reference that is somebody else's and for one that nobody has: it tells neither from the other. */
export const foreignUpload = () => permissionDenied('The upload is not one of yours.');
